import { useAbout } from '../../query.ts'
import { type Examples, isExample, makeExamples } from './examples.ts'

/** What the page takes, and what it answers, each with an example that it can be asked. */
export function ExampleAnswers() {
  return (
    <section>
      <h2 className="mb-2 text-xs font-medium text-muted">What it takes, and what it answers</h2>
      <ExampleTable />
    </section>
  )
}

/** Below an answer, they take one line. */
export function MoreExamples() {
  return (
    <details>
      <summary className="min-h-11 content-center text-sm text-muted hover:text-ink">
        More examples
      </summary>
      <ExampleTable />
    </details>
  )
}

function ExampleTable() {
  const examples = makeExamples(useAbout()?.examples ?? {})
  return (
    <>
      <dl className="panel divide-y divide-line text-sm">
        {ANSWERS.map(({ example, name, answer }) => (
          <div
            key={example}
            className="grid grid-cols-[8rem_minmax(0,1fr)_auto] items-start gap-2 px-4 py-2.25 pointer-coarse:items-center pointer-coarse:pt-0 phone:grid-cols-[6.5rem_minmax(0,1fr)_auto] small:grid-flow-row-dense small:grid-cols-[minmax(0,1fr)_auto] small:gap-y-0.5"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="small:col-span-2">{answer}</dd>
            <dd className="small:col-start-2">
              <Example name={name} hex={examples[example]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted">
        The examples are made up for this page: nobody signed them, and no node would take them.
      </p>
    </>
  )
}

const ANSWERS: { example: keyof Examples; name: string; answer: string }[] = [
  {
    example: 'transaction',
    name: 'A transaction',
    answer: 'What it says, and what it would do if the next block had it.',
  },
  {
    example: 'script',
    name: 'A script alone',
    answer: 'What it says, and which outputs it names; not who would get it.',
  },
  {
    example: 'unknown',
    name: 'An unknown input',
    answer: '“Its one input is not known to this index: what it holds is left out.”',
  },
  {
    example: 'spent',
    name: 'A spent input',
    answer: '“Input 0 was spent in block …: no block can take this transaction.”',
  },
  {
    example: 'cenotaph',
    name: 'A cenotaph',
    answer:
      '“Malformed: edict 1 names output 9, but the transaction has 2 outputs. Every rune it spends or mints would be burned.”',
  },
  {
    example: 'misspelt',
    name: 'Not hex',
    answer: '“Character 118 is “g”; hexadecimal has 0 to 9 and a to f.”',
  },
]

/** Sends the example as the form above does. */
function Example({ name, hex }: { name: string; hex: string | undefined }) {
  if (hex === undefined) return null
  return (
    <form method="post" action="/decode">
      <input type="hidden" name="hex" value={hex} />
      <button
        type="submit"
        className="min-h-6 text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <span className="link">Example</span>
        <span className="sr-only"> of {name.toLowerCase()}</span>
      </button>
    </form>
  )
}

/** Whether a text is one of the examples. */
export function useIsExample(text: string): boolean {
  return isExample(text, makeExamples(useAbout()?.examples ?? {}))
}
