import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { TX, RUNE, ADDRESS, SAMPLE } from '../support/bundledIds.ts'
import { visit } from '../support/renderAt.tsx'
test.each([['/'],['/blocks'],['/block/840002'],['/tx/'+TX],['/rune/'+RUNE],['/address/'+ADDRESS],['/runes'],['/names?name=ABC'],['/tokens'],['/token/'+SAMPLE+'-localized'],['/api'],['/search?q=dog'],['/about'],['/settings'],['/nothing'],['/output/'+TX+':1'], ['/rune/'+RUNE+'?view=holders'], ['/rune/'+RUNE+'?view=details'],['/tx/'+TX+'?view=runestone'],['/tx/'+TX+'?view=by-address'],['/tx/'+TX+'?view=raw']])('%s', async (a) => {
  const b = performance.now()
  await visit(a)
  await screen.findByRole('heading', { level: 1 })
  await new Promise(r => setTimeout(r, 300))
  console.log(a, Math.round(performance.now() - b), document.title, '|', document.querySelector('main')?.innerHTML.replace(/<(style|svg).*?<\/\1>/g,'').replace(/<[^>]+>/g,'¦').replace(/(¦\s*)+/g,'¦').slice(0,1800))
})
