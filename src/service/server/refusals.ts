import { STATUS_CODES } from 'node:http'
import type { ReadyAnswer } from '../answers.ts'
import type { Problem } from '../problems.ts'
import { EXPOSED_HEADERS, securityHeaders } from '../securityHeaders.ts'

const FIELDS = Object.entries({
  ...securityHeaders(),
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
}).flat()

/** A problem as it is sent where a request reaches no route. Any page may read why. */
export function refusalOf({ status, body, retryAfter }: Problem, more: string[] = []): ReadyAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const fields = [...FIELDS, 'Content-Length', String(bytes.length), ...more]
  if (retryAfter !== undefined) fields.push('Retry-After', String(retryAfter))
  return { status, fields, bytes }
}

/** The same as the text of HTTP/1.1, where node has no response to write to. Nothing follows it. */
export function rawRefusalOf(problem: Problem): string {
  const { status, fields } = refusalOf(problem, ['Connection', 'close'])
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let index = 0; index < fields.length; index += 2) {
    lines.push(`${fields[index]}: ${fields[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${JSON.stringify(problem.body)}`
}
