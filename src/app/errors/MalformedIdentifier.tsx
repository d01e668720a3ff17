import { Link } from 'react-router-dom'
import { SAMPLE_HOLDER } from '../../contract/samples.ts'
import {
  addressLink,
  blockLink,
  runeLink,
  searchLink,
  tokenLink,
  transactionLink,
} from '../links.ts'
import { type Head, PageHead } from '../PageHead.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { quote, UntrustedText } from '../ui/UntrustedText.tsx'

type Props = {
  kind: keyof typeof KINDS
  text: string
  /** Which rule the text breaks, if its form is right. */
  brokenRule?: string
  /** What to search for instead of the whole text. */
  searchText?: string
}

const KINDS = {
  token: {
    label: 'SIP-010 token',
    name: 'contract principal',
    accepted: 'A contract principal is an address in capitals, a dot and a contract name.',
    example: tokenLink('SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'),
  },
  transaction: {
    label: 'transaction',
    name: 'transaction id',
    accepted:
      'A transaction id is 64 hexadecimal digits, with or without 0x, in upper or lower case.',
    example: transactionLink('1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'),
  },
  block: {
    label: 'block',
    name: 'block height or hash',
    accepted:
      'A block is identified by its height or by its hash: 64 hexadecimal digits, with or without 0x.',
    example: blockLink(849_250),
  },
  rune: {
    label: 'rune',
    name: 'rune id, number or name',
    accepted:
      'A rune is identified by its id (840000:3), its number or its name: letters, with or without • between the words.',
    example: runeLink('840000:3'),
  },
  address: {
    label: 'address',
    name: 'Bitcoin or Stacks address',
    accepted: 'An address has 14 to 90 letters and digits.',
    example: addressLink(SAMPLE_HOLDER),
  },
}

/** The page of a malformed identifier. */
export function MalformedIdentifier({ kind, text, brokenRule, searchText }: Props) {
  const { label, name, accepted, example } = KINDS[kind]
  return (
    <div className="space-y-4">
      <PageHead {...malformedIdentifierHead(kind, text)} />
      <div className="space-y-1">
        <PageHeading kind={label}>Not a {name}</PageHeading>
      </div>
      <p>
        “<UntrustedText text={text.slice(0, 200)} />” is not a {name}.{' '}
        {brokenRule ?? `${accepted} No request was sent to the service.`}
      </p>
      <p className="flex flex-wrap gap-2">
        {/* A search for an address leads here. */}
        {(kind !== 'address' || brokenRule === undefined) && (
          <Link to={searchLink(searchText ?? text.slice(0, 200))} className="button">
            Search for {searchText ?? 'it instead'}
          </Link>
        )}
        <Link to={example} className="button">
          See an example
        </Link>
      </p>
    </div>
  )
}

export function malformedIdentifierHead(kind: Props['kind'], text: string): Head {
  return { title: `${quote(text)} is not a ${KINDS[kind].name}`, status: 400 }
}
