import { expect, test } from 'vitest'
import { encodeTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { ETCHING, FRIEND, followRune, to } from '../support/followRune.ts'
import { startService } from '../support/startService.ts'

async function postForm(origin: string, hex: string) {
  const response = await fetch(`${origin}/decode`, {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ hex }),
  })
  const html = await response.text()
  const text = html.replace(/<(script|style).*?<\/\1>/gs, '').replace(/<[^>]*>/g, '')
  return { response, text: text.replaceAll('&#x27;', "'") }
}

test('the form works without JavaScript, and is never cached', async () => {
  const { data } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const page = await fetch(`${origin}/decode`, { headers: { Accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringMatching(/<form[^>]* action="\/decode"[^>]*>/),
  ])
  const inputs = [{ txid: txidOf(ETCHING), vout: 0 }]
  const hex = encodeTransaction({ inputs, outputs: [to(FRIEND)] }).toString('hex')
  const { response, text } = await postForm(origin, hex)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(text).toMatch(/would send 100/)
  expect(text).toContain('Nothing was sent to the network.')
  expect(text).toMatch(/Worked out against block 1/)
})

test('what is not hexadecimal says where', async () => {
  const { data } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const { text } = await postForm(origin, '0g')
  expect(text).toMatch(/character 2 is .*g.*; hexadecimal has 0 to 9 and a to f/i)
})
