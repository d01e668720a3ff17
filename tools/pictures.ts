// Takes the pictures in the documentation from a running Cairn: npm run pictures -- http://127.0.0.1:3000
import { launchChromium } from './findChromium.ts'

const PICTURES = {
  home: '/',
  transaction: '/tx/8a67bc16f47fdec19b0a8460f0f0aaa65ed1436eb009e4d9cd2a6ac7b04e5bb5',
}

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const browser = await launchChromium()
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
for (const [name, path] of Object.entries(PICTURES)) {
  await page.goto(origin + path)
  await page.locator('table').first().waitFor()
  await page.screenshot({ path: `docs/${name}.png` })
}
await browser.close()
