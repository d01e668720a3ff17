import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { BlockIdentifier } from '../../../contract/identifiers.ts'
import type { Tip } from '../../../contract/schemas/chain.ts'
import type { NameUnlocks } from '../../../contract/schemas/names.ts'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { blockLink, nameLink } from '../../links.ts'
import type { readList } from '../../lists/paging.ts'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { EstimatedDate } from '../../names/EstimatedDate.tsx'
import { endpointQuery, useAbout, useOtherExplorers } from '../../query.ts'
import type { Load } from '../../source.ts'
import { shortenId } from '../../ui/Id.tsx'
import { ButtonLink, OtherExplorer, Unknown } from '../../ui/Notice.tsx'
import { Count, formatDecimal, Numeral, useFormatCount } from '../../ui/numbers.tsx'

type Page = { block: BlockIdentifier; paging: ReturnType<typeof readList>['paging'] }

/** A block that is not in the index, or one that a service with only the contract's endpoints has records of. */
export function UnknownBlock({ page }: { page: Page }) {
  const { block } = page
  const name = nameOfBlock(block)
  const formatCount = useFormatCount()
  const { coverage, tip } = useAbout() ?? {}
  const end = useEndOfIndex()
  const records = useQuery(blockRecordsQuery(page))
  if (coverage === undefined && records.data?.value.total !== 0)
    return <RawRecords subject="block" query={blockRecordsQuery(page)} />
  if (block.kind === 'hash') return <UnknownHash hash={block.hash} />
  if (coverage === undefined) {
    return (
      <Unknown title={`This index has no block ${name}`} actions={<AllBlocks />}>
        The block is not mined yet, or outside of the index.
      </Unknown>
    )
  }
  const isLater = block.height > coverage.to
  const nearest = isLater ? coverage.to : coverage.from
  const nearestName = formatCount(nearest)
  const actions = <ButtonLink to={blockLink(nearest)}>{`Open ${nearestName}`}</ButtonLink>
  if (isLater && end === undefined) {
    return (
      <Unknown title={`Block ${name} is not mined yet`} actions={actions}>
        <FutureBlock height={block.height} newest={tip} />
      </Unknown>
    )
  }
  return (
    <Unknown
      title={`This index ${isLater ? 'ends' : 'begins'} with block ${nearestName}`}
      actions={actions}
    >
      {`${isLater ? 'Later' : 'Earlier'} blocks are not in it.`}
    </Unknown>
  )
}

/** No block of the index has this hash. */
function UnknownHash({ hash }: { hash: string }) {
  const { coverage, is_live } = useAbout() ?? {}
  const formatCount = useFormatCount()
  const [other] = useOtherExplorers(`/block/${hash}`)
  const actions = (
    <>
      <AllBlocks />
      {other && <OtherExplorer {...other} />}
    </>
  )
  if (coverage?.is_complete && is_live) {
    return (
      <Unknown title="No block of the chain has this hash" actions={actions}>
        The block was replaced by another one, or the hash is unknown.
      </Unknown>
    )
  }
  return (
    <Unknown title="This index has no block with this hash" actions={actions}>
      {coverage !== undefined &&
        `It goes from block ${formatCount(coverage.from)} to ${formatCount(coverage.to)}. `}
      The block is outside of it, was replaced by another one, or the hash is unknown.
    </Unknown>
  )
}

function AllBlocks() {
  return <ButtonLink to="/blocks">All blocks</ButtonLink>
}

/** About when it can be expected, and which names it unlocks. */
function FutureBlock({ height, newest }: { height: number; newest: Tip | undefined }) {
  const unlocked = useQuery(unlocksQuery(height)).data?.value.unlocked_by_block
  return (
    <>
      {newest && (
        <>
          The newest is <Numeral name="index.block_height" value={newest.block_height} />;{' '}
          <Count name="block.to_go" value={height - newest.block_height} one="more block" /> to go
          <EstimatedDate height={height} newest={newest} />.{' '}
        </>
      )}
      {unlocked && <UnlockedNames names={unlocked} />}
    </>
  )
}

function UnlockedNames({
  names: { first, last },
}: {
  names: NonNullable<NameUnlocks['unlocked_by_block']>
}) {
  const link = (name: string) => (
    <Link to={nameLink(name)} className="link">
      {name}
    </Link>
  )
  return (
    <>
      It unlocks {first === last ? 'the name' : 'the names from'} {link(first)}
      {first !== last && <> to {link(last)}</>}.
    </>
  )
}

export function blockRecordsQuery({ block, paging }: Page) {
  return endpointQuery('blockActivity', { block: block.text, ...paging })
}

/** Which names a block unlocks. */
function unlocksQuery(height: number) {
  return endpointQuery('nameUnlocks', { height })
}

export async function loadUnlocks(load: Load, { block }: Page): Promise<void> {
  if (block.kind === 'height') await load(unlocksQuery(block.height))
}

export function nameOfBlock(block: BlockIdentifier): string {
  return block.kind === 'height' ? formatDecimal(block.text, 'en') : shortenId(block.hash)
}
