import * as v from 'valibot'

/** What a page says to the worker: keep what I read without you; take over, the reader agreed. */
export const Message = v.variant('type', [
  v.object({
    type: v.literal('keep'),
    answers: v.array(v.object({ url: v.string(), text: v.string(), readAt: v.number() })),
  }),
  v.object({ type: v.literal('take over') }),
])
export type Message = v.InferOutput<typeof Message>
