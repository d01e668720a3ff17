// `npm run release -- 0.2.0` makes a release on this machine: a commit, a tag and two packages. It publishes nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const CHANGELOG = 'CHANGELOG.md'
const UNRELEASED = '## Unreleased\n'

const [version = ''] = process.argv.slice(2)
const tag = `v${version}`
if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
  fail('Usage: npm run release -- <version>, such as 0.2.0 or 0.2.0-beta.1')

const notes = readNotes()
expectReady()
run('npm', ['run', 'check'])
writeVersion()
writeChangelog()
run('git', ['commit', '--all', '--message', `Release ${version}`])
run('git', ['tag', '--annotate', tag, '--message', `Cairn ${version}\n\n${notes}`])
// Packing builds first.
run('npm', ['pack'])
run('npm', ['pack', '--workspace', 'cairn-client'])
console.log(`
Nothing is published yet. Try the packages, then run:

  git push --atomic origin main ${tag}
  gh release create ${tag} cairn-${version}.tgz cairn-client-${version}.tgz --notes-from-tag
  npm publish cairn-client-${version}.tgz

To take the release back instead:

  git tag --delete ${tag}
  git reset --hard HEAD~1
`)

/** What the changelog says about the changes since the last release. */
function readNotes(): string {
  const [, unreleased = ''] = readFileSync(CHANGELOG, 'utf8').split(UNRELEASED)
  const [notes = ''] = unreleased.split(/^## /m)
  return notes.trim() || fail(`${CHANGELOG} has nothing under "Unreleased".`)
}

function expectReady(): void {
  if (read('git', ['branch', '--show-current']) !== 'main') fail('A release is made from main.')
  if (read('git', ['status', '--porcelain']) !== '') fail('There are changes without a commit.')
  if (read('git', ['tag', '--list', tag]) !== '') fail(`The tag ${tag} exists already.`)
}

/** In both package.json files and the lock file. */
function writeVersion(): void {
  const everywhere = ['--workspaces', '--include-workspace-root', '--allow-same-version']
  run('npm', ['version', version, '--no-git-tag-version', ...everywhere])
}

function writeChangelog(): void {
  const today = new Date().toISOString().slice(0, 10)
  const text = readFileSync(CHANGELOG, 'utf8')
  writeFileSync(
    CHANGELOG,
    text.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} - ${today}\n`),
  )
}

function read(command: string, parameters: string[]): string {
  return execFileSync(command, parameters, { encoding: 'utf8' }).trim()
}

function run(command: string, parameters: string[]): void {
  console.log(`> ${command} ${parameters.join(' ')}`)
  execFileSync(command, parameters, { stdio: 'inherit' })
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
