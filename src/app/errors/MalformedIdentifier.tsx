import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { BITCOIN_FORM, STACKS_FORM } from '../../contract/identifiers.ts'
import { beginningLink, searchLink } from '../links.ts'
import { type Head, PageHead } from '../PageHead.tsx'
import { OtherPages } from '../search/YourPages.tsx'
import { ButtonLink, Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { quote, UntrustedText } from '../ui/UntrustedText.tsx'

type Kind = keyof typeof KINDS

type Props = {
  kind: Kind
  text: string
  /** What is wrong with the text, if that is known. */
  reason?: ReactNode
  rule?: ReactNode
  /** What to search for, if not the text. */
  searchText?: string
  wrongAt?: number | undefined
}

const KINDS = {
  token: {
    phrase: 'contract principal',
    accepted: 'A contract principal is an address in capitals, a dot and a contract name.',
  },
  transaction: {
    phrase: 'transaction id',
    accepted: 'A transaction id has 64 hexadecimal digits, with or without 0x.',
  },
  block: {
    phrase: 'block height or hash',
    accepted: 'A block has a height, or a hash of 64 hexadecimal digits, with or without 0x.',
  },
  rune: {
    phrase: 'rune id, number or name',
    accepted: 'A rune has an id such as 840000:3, a number, or a name of up to 28 letters.',
  },
  address: {
    phrase: 'Bitcoin or Stacks address',
    accepted: 'An address has 14 to 90 letters and digits.',
  },
  output: {
    phrase: 'transaction output',
    accepted: 'An output is a transaction id, a colon and a number.',
  },
}

/** What is read from a URL with a malformed identifier. */
export class Malformed {
  readonly identifier: Props
  constructor(identifier: Props) {
    this.identifier = identifier
  }
}

export function MalformedIdentifier(props: Props) {
  const { kind, text, reason, rule, searchText = text, wrongAt } = props
  const { phrase, accepted } = KINDS[kind]
  const shown = text.slice(0, 200)
  const end = wrongAt ?? shown.length
  // It may be half of a surrogate pair.
  const [wrong = ''] = shown.slice(end)
  // Searching for a whole address leads to its page, which is this one.
  const isAddress = kind === 'address' && (BITCOIN_FORM.test(text) || STACKS_FORM.test(text))
  return (
    <>
      <PageHead {...malformedIdentifierHead(props)} />
      <PageHeader crumb={<span className="capitalize">{kind}</span>} title={`Not a ${phrase}`} />
      <Notice
        icon={<TriangleAlert size={18} />}
        tone="warn"
        title={reason ?? accepted}
        actions={
          isAddress ? (
            <ButtonLink to={beginningLink(text.slice(0, end))}>Search for its beginning</ButtonLink>
          ) : (
            <ButtonLink to={searchLink(searchText.slice(0, 200))}>
              {searchText === text ? 'Search for it' : `Search for ${searchText}`}
            </ButtonLink>
          )
        }
      >
        <p
          dir="ltr"
          className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all text-ink"
        >
          <UntrustedText text={shown.slice(0, end)} />
          {wrong !== '' && (
            <mark className="bg-transparent font-bold text-burn underline decoration-2 underline-offset-4">
              <UntrustedText text={wrong} />
            </mark>
          )}
          <UntrustedText text={shown.slice(end + wrong.length)} />
        </p>
        {rule !== undefined && <p>{rule} Check it where you copied it from.</p>}
      </Notice>
      <OtherPages />
    </>
  )
}

export function malformedIdentifierHead({ kind, text }: Pick<Props, 'kind' | 'text'>): Head {
  return { title: `${quote(text)} is not a ${KINDS[kind].phrase}`, status: 400 }
}
