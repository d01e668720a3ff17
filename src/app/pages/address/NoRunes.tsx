import type { BitcoinAddress } from '../../../bitcoin/addresses.ts'
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
  const noRunes =
    lateStart === undefined
      ? { title: 'No runes at this address', text: 'It may hold bitcoin.' }
      : {
          title: 'This index knows no runes at this address',
          text: `It may hold bitcoin, or runes that were etched before block ${formatCount(lateStart)}.`,
        }
  const others = networks.includes('main') ? otherExplorers(addressLink(address)) : []
  return (
    <Unknown
      title={isOther ? `This is an address of ${namesOf(networks)}` : noRunes.title}
      actions={others.map((other) => <OtherExplorer key={other.name} {...other} />)}
    >
      {isOther ? `This index has the runes of ${nameOf(about.network)}.` : noRunes.text}
    </Unknown>
  )
}

/** "testnet, signet or regtest" */
export function namesOf(networks: BitcoinAddress['networks']): string {
  // American English would have a comma before the "or".
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(networks.map(nameOf))
}

function nameOf(network: string): string {
  return network === 'main' || network === 'test' ? `${network}net` : network
}
