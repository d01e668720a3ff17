import { pathTo } from '../../../contract/client.ts'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import type { RuneLabel } from '../../../contract/schemas/runeLabel.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, runeLink, transactionLink } from '../../links.ts'
import { RuneSymbol, SpacedName } from '../../movements/RuneName.tsx'
import { CopyableId, Id } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { RuneBadges } from './RuneBadges.tsx'

export function RuneHeader({ rune }: { rune: RuneDetails }) {
  const { id, name = '', symbol, number, previous, next } = rune
  return (
    <PageHeader
      crumb={<CrumbLink to="/runes">Runes</CrumbLink>}
      neighbours={[neighbour(previous, 'Previous rune'), neighbour(next, 'Next rune')]}
      mark={<RuneSymbol symbol={symbol} size="large" />}
      title={<SpacedName name={rune.spaced_name} />}
      badges={<RuneBadges rune={rune} />}
      actions={
        <PageActions
          page={{ to: runeLink(id), kind: 'Rune', title: rune.spaced_name }}
          dataPath={pathTo('runeDetails', { rune: id })}
          others={[{ name: 'ordinals.com', href: `https://ordinals.com/rune/${name}` }]}
        />
      }
      meta={
        <>
          {number !== undefined && (
            <>
              Rune <Numeral value={number} />
              <Dot />
            </>
          )}
          <CopyableId text={id} isWhole label="Rune id" />
          <Dot />
          <Etched rune={rune} />
        </>
      }
    />
  )
}

function neighbour(rune: RuneLabel | undefined, name: string): Neighbour | undefined {
  if (rune === undefined) return
  const { id, number, spaced_name } = rune
  return {
    to: runeLink(id),
    label: number === undefined ? null : <Numeral value={number} />,
    name: `${name}, ${spaced_name},`,
  }
}

function Etched({ rune: { location } }: { rune: RuneDetails }) {
  const { block_height, tx_id } = location ?? {}
  if (tx_id === undefined) return 'part of the protocol, without an etching'
  return (
    <>
      etched in
      {block_height !== undefined && (
        <CrumbLink to={blockLink(block_height)}>
          block <Numeral value={block_height} />
        </CrumbLink>
      )}
      <span className="inline-flex items-center gap-1.5 phone:hidden">
        <Dot /> transaction <Id text={tx_id} to={transactionLink(tx_id)} />
      </span>
    </>
  )
}
