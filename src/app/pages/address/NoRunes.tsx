import type { BitcoinAddress } from '../../../bitcoin/addresses.ts'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { addressLink, otherExplorers } from '../../links.ts'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import { useAbout } from '../../query.ts'
import { OtherExplorer, Unknown } from '../../ui/Notice.tsx'
import { useFormatCount } from '../../ui/numbers.tsx'

type Props = { address: string; form: BitcoinAddress }

/** Says whether the address is of another network, or only has no runes. */
export function NoRunes({ address, form: { networks } }: Props) {
  const about = useAbout()
  const isOther = about !== undefined && !networks.some((network) => network === about.network)
  const formatCount = useFormatCount()
  const lateStart = useLateStart()
  const end = useEndOfIndex()
  const mayHold = [
    'bitcoin',
    lateStart !== undefined && `runes that were etched before block ${formatCount(lateStart)}`,
    end !== undefined && `runes that it got after block ${formatCount(end)}`,
  ].filter((one) => one !== false)
  const isAll = mayHold.length === 1
  const others = networks.includes('main') ? otherExplorers(addressLink(address)) : []
  return (
    <Unknown
      title={
        isOther
          ? `This is an address of ${namesOf(networks)}`
          : isAll
            ? 'No runes at this address'
            : 'This index knows no runes at this address'
      }
      actions={others.map((other) => <OtherExplorer key={other.name} {...other} />)}
    >
      {isOther
        ? `This index has the runes of ${nameOf(about.network)}.`
        : `It may hold ${DISJUNCTION.format(mayHold)}.`}
    </Unknown>
  )
}

/** "testnet, signet or regtest" */
export function namesOf(networks: BitcoinAddress['networks']): string {
  return DISJUNCTION.format(networks.map(nameOf))
}

/** American English would have a comma before the "or". */
const DISJUNCTION = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function nameOf(network: string): string {
  return network === 'main' || network === 'test' ? `${network}net` : network
}
