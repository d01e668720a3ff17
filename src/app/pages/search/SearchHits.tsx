import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { SearchHit } from '../../../contract/directory.ts'
import { addressLink } from '../../links.ts'
import { hitLink } from '../../search/hitLink.ts'
import { KindIcon } from '../../search/KindIcon.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { scale } from '../../ui/scaleAmount.ts'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

/** The results of a search, each with what tells it apart. */
export function SearchHits({ hits }: { hits: SearchHit[] }) {
  return (
    <ul className="panel divide-y divide-line">
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`} className="flex gap-3 px-4 py-2">
          <span className="pt-1 text-muted">
            <KindIcon kind={hit.kind} />
          </span>
          <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
            <Hit hit={hit} to={hitLink(hit)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Hit({ hit, to }: { hit: SearchHit; to: string }) {
  if (hit.kind === 'transaction') {
    return (
      <>
        <span>
          Transaction <Hash text={hit.id} label="transaction id" to={to} />
        </span>
        <span className="text-sm text-muted">{hit.detail}</span>
      </>
    )
  }
  if (hit.kind === 'block') {
    return (
      <>
        <Name to={to}>
          Block <Numeral value={hit.title} />
        </Name>
        <span>
          <Hash text={hit.detail} label="block hash" />
        </span>
      </>
    )
  }
  return (
    <>
      <Name to={to}>
        <UntrustedText text={hit.title} />
      </Name>
      <MixedScriptWarning texts={[hit.title, hit.detail]} />
      <span className="text-sm text-muted">
        {hit.kind}
        {hit.detail !== '' && (
          <>
            {' '}
            · <UntrustedText text={hit.detail} />
          </>
        )}
      </span>
      {hit.kind === 'token' && <TokenDetails hit={hit} />}
    </>
  )
}

/** What tells tokens of the same name apart. */
function TokenDetails({ hit: { id, total_supply, decimals, has_document } }: { hit: SearchHit }) {
  const [address = ''] = id.split('.')
  const supply = scale(total_supply, decimals)
  return (
    <>
      <span className="w-full font-mono text-xs wrap-anywhere text-muted">
        <UntrustedText text={id} />
      </span>
      <span className="text-sm whitespace-nowrap">
        Deployer <Hash text={address} label="deployer address" to={addressLink(address)} />
      </span>
      {has_document !== undefined && (
        <span className="text-sm text-muted">
          Supply {supply === undefined ? 'unknown' : <Amount digits={supply} />} ·{' '}
          {has_document ? 'has a metadata document' : 'metadata not in this service'}
        </span>
      )}
    </>
  )
}

function Name({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link font-semibold">
      {children}
    </Link>
  )
}
