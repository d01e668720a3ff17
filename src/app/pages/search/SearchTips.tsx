import type { ReactNode } from 'react'

export function SearchTips() {
  return (
    <section aria-labelledby="tips" className="mt-6">
      <h2 id="tips" className="text-lg font-semibold">
        What you can search for
      </h2>
      <dl className="panel mt-3 grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 px-4 py-2 text-sm phone:grid-cols-1">
        {TIPS.map(([name, tip]) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0">{tip}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Example({ children }: { children: string }) {
  return (
    <span dir="ltr" className="font-mono text-[0.95em]">
      {children}
    </span>
  )
}

const TIPS: [string, ReactNode][] = [
  [
    'Runes',
    <>
      a name or the beginning of a word in it, with or without <Example>•</Example>; an id such as{' '}
      <Example>840000:3</Example>; a number such as <Example>#3</Example>
    </>,
  ],
  [
    'Tokens',
    <>
      a name, a symbol, a language, or a contract such as <Example>SP….longcoin</Example>, also with
      its asset name
    </>,
  ],
  [
    'Blocks',
    <>
      a height such as <Example>849,250</Example>, or a hash
    </>,
  ],
  [
    'Transactions',
    <>
      an id, with or without <Example>0x</Example>; its first characters; an output such as{' '}
      <Example>1af2a8…10e99b:0</Example>; an inscription
    </>,
  ],
  ['Addresses', 'a Bitcoin or Stacks address, or the beginning of a Bitcoin address'],
  ['Links', 'the URL of a page about one of these, here or on another explorer'],
]
