import { Link } from 'react-router-dom'
import { blockLink, searchLink } from '../links.ts'
import { type Head, PageHead } from '../PageHead.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { quote, UntrustedText } from '../ui/UntrustedText.tsx'

type Props = { kind: keyof typeof NAMES; text: string }

const NAMES = { transaction: 'transaction id', block: 'block height or hash' }

const ACCEPTED = {
  transaction: 'A transaction id is 64 hexadecimal digits, with or without 0x, in any case.',
  block:
    'A block is named by its height, or by its hash of 64 hexadecimal digits, with or without 0x.',
}

/** An address whose identifier cannot be one: said without asking the service. */
export function BadIdentifier({ kind, text }: Props) {
  return (
    <div className="space-y-4">
      <PageHead {...badIdentifierHead(kind, text)} />
      <div className="space-y-1">
        <PageHeading kind={kind}>Not a {kind}</PageHeading>
      </div>
      <p>
        “<UntrustedText text={text.slice(0, 200)} />” does not name a {kind}. {ACCEPTED[kind]}{' '}
        Nothing was asked of the service.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link to={searchLink(text.slice(0, 200))} className="button">
          Search for it instead
        </Link>
        <Link to={blockLink(849_250)} className="button">
          See a block
        </Link>
      </p>
    </div>
  )
}

export function badIdentifierHead(kind: Props['kind'], text: string): Head {
  return { title: `${quote(text)} is not a ${NAMES[kind]}`, status: 400 }
}
