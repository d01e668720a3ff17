import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'

const Answer = v.object({
  /** A serialized Clarity value, with `0x`. */
  hex: v.string(),
  value: v.nullable(v.string()),
  is_err: v.optional(v.boolean()),
})

const VmContract = v.object({
  principal: v.string(),
  is_sip010: v.boolean(),
  fungible_tokens: v.array(v.string()),
  interface: v.looseObject({}),
  get_name: v.nullable(Answer),
  get_symbol: v.nullable(Answer),
  get_decimals: v.nullable(Answer),
  get_total_supply: v.nullable(Answer),
  get_token_uri: v.nullable(Answer),
})
export type VmContract = v.InferOutput<typeof VmContract>

/** What the Clarity VM answers for contracts of mainnet (test/fixtures/stacks/README.md). */
export function vmAnswers(): VmContract[] {
  answers ??= v.parse(v.object({ contracts: v.array(VmContract) }), read()).contracts
  return answers
}

let answers: VmContract[] | undefined

function read(): unknown {
  return JSON.parse(gunzipSync(readFileSync('test/fixtures/stacks/answers.json.gz')).toString())
}
