import { readFile } from 'node:fs/promises'
import { transformWithOxc } from 'vite'
import type { ImageProcess } from '../../../src/tokenFollower/convertImage.ts'

const FILE = 'src/tokenFollower/imageProcess.ts'

/** The process that converts images, from its source. */
export async function imageProcess(timeoutMs = 30_000): Promise<ImageProcess> {
  const { code } = await transformWithOxc(await readFile(FILE, 'utf8'), FILE)
  return { arguments: ['--input-type=module', '--eval', code], timeoutMs }
}
