// Takes the pictures in the documentation from a running Cairn: npm run pictures -- http://127.0.0.1:3000
import { launchChromium } from './findChromium.ts'

const PICTURES = {
  block: '/block/840002?offset=1120',
  token: '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  flow: '/tx/a516473115ee27f157357ff0f22cc313c907350415075e41d42244e0a08ae1f0?view=charts',
}

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const browser = await launchChromium()
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
for (const [name, path] of Object.entries(PICTURES)) {
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  if (name === 'flow') await page.locator('figure').evaluate((figure) => figure.scrollIntoView())
  await page.screenshot({ path: `docs/${name}.png` })
}
await browser.close()
