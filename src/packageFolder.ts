import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The absolute path of Cairn's own folder, which has the build and the snapshot. */
export const PACKAGE_FOLDER = findPackage(import.meta.dirname)

/** Searches upwards, because this file and the built one are at different depths. */
function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder))
}
