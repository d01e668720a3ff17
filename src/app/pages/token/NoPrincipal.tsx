import { Link } from 'react-router-dom'
import { tokenLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'

/** An address whose text cannot be a principal: said without asking the service. */
export function NoPrincipal({ text }: { text: string }) {
  return (
    <div className="space-y-4">
      <PageHead {...noPrincipalHead(text)} />
      <PageHeading kind="SIP-010 token">Not a contract principal</PageHeading>
      <p>
        “<UntrustedText text={text.slice(0, 200)} />” does not name a contract. A principal is an
        address in capitals and a contract name, joined by a dot:{' '}
        <Link to={tokenLink(EXAMPLE)} className="link font-mono text-sm">
          {EXAMPLE}
        </Link>
        . Nothing was asked of the service.
      </p>
    </div>
  )
}

export function noPrincipalHead(text: string): Head {
  return { title: `${quote(text)} is not a contract principal`, status: 400 }
}

const EXAMPLE = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
