import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { About, Examples } from '../../../contract/directory.ts'
import { SAMPLE_HOLDER, SAMPLE_RUNES, SAMPLES } from '../../../contract/samples.ts'
import { addressLink, blockLink, runeLink, tokenLink, transactionLink } from '../../links.ts'
import { Count, Numeral } from '../../ui/numbers.tsx'

type Props = { examples: Examples; about: About | undefined }

/** Links to those of `contract/examples.ts` that the service has, or to others that it has. */
export function ExampleLinks({ examples, about }: Props) {
  const { tokens, runes, addresses, transactions, blocks } = examples
  const groups = [
    { title: 'Tokens', links: tokens.map(tokenExample) },
    {
      title: 'Runes and addresses',
      links: [...runes.map(runeExample), ...addresses.map(addressExample)],
    },
    { title: 'Transactions', links: transactions.flatMap(transactionExample) },
    { title: 'Blocks', links: blocks.map((height) => blockExample(height, about)) },
  ].filter(({ links }) => links.length > 0)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="examples" className="space-y-3">
      <h2 id="examples" className="text-xl font-semibold">
        Examples
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] gap-4">
        {groups.map(({ title, links }) => (
          <div key={title} className="panel px-4 py-3">
            <h3 className="text-sm font-semibold text-muted">{title}</h3>
            <ul className="divide-y divide-line">
              {links.map(({ to, name, why }) => (
                <li key={to} className="py-2">
                  <Link to={to} className="link font-semibold wrap-anywhere">
                    {name}
                  </Link>
                  {why !== undefined && <p className="text-sm text-muted">{why}</p>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

type Example = { to: string; name: ReactNode; why?: ReactNode }

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample-localized'

function tokenExample(principal: string): Example {
  if (principal === SAMPLE) {
    const why = 'Made by Cairn: five locales, every kind of attribute.'
    return { to: tokenLink(SAMPLE, 'ar', 'en'), name: 'A sample in Arabic and English', why }
  }
  const [, contractName = principal] = principal.split('.')
  return { to: tokenLink(principal), ...(TOKENS[principal] ?? { name: contractName }) }
}

function runeExample(id: string): Example {
  return {
    to: runeLink(id),
    ...(RUNES[id] ?? { name: `Rune ${id}`, why: 'The rune that was received last.' }),
  }
}

function addressExample(address: string): Example {
  const to = addressLink(address)
  if (address !== SAMPLE_HOLDER)
    return { to, name: address, why: 'The address that received a rune last.' }
  return { to, name: 'A sample address', why: 'It holds a sample rune.' }
}

/** Nothing for another transaction than ours: its id alone says nothing. */
function transactionExample(txId: string): Example[] {
  const known = TRANSACTIONS[txId]
  return known === undefined ? [] : [{ to: transactionLink(txId), ...known }]
}

function blockExample(height: number, about: Props['about']): Example {
  const to = blockLink(height)
  if (height === SAMPLES.block_height) return { to, ...SAMPLE_BLOCK }
  const name = (
    <>
      Block <Numeral value={height} />
    </>
  )
  const why = about?.source === 'snapshot' ? BLOCKS[height] : countRecords(height, about)
  return { to, name, why }
}

/** "12 records", of one of the newest blocks. */
function countRecords(height: number, about: Props['about']): ReactNode {
  const total = about?.blocks.find(({ block_height }) => block_height === height)?.total
  return total && <Count value={total} one="record" />
}

type Known = Record<string, { name: string; why: string } | undefined>

const TOKENS: Known = {
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin': {
    name: 'LONGcoin',
    why: 'A supply with more digits than a floating-point number can hold.',
  },
  'SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx': {
    name: 'memegoatstx',
    why: 'Complete metadata, with images.',
  },
  'SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub': {
    name: 'Unity Hub',
    why: 'Claims to have 100,000 decimals.',
  },
}

const [OPEN_RUNE, CLOSED_RUNE] = SAMPLE_RUNES

const RUNES: Known = {
  [OPEN_RUNE]: {
    name: 'A sample rune',
    why: 'Made by Cairn: mintable, with a complete history.',
  },
  [CLOSED_RUNE]: {
    name: 'A fully minted sample rune',
    why: 'Made by Cairn: its cap is reached.',
  },
}

const TRANSACTIONS: Known = {
  '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b': {
    name: 'An airdrop of DOG•GO•TO•THE•MOON',
    why: 'Thousands of records in one transaction.',
  },
  '2bb85f4b004be6da54f766c17c1e855187327112c231ef2ff35ebad0ea67c69e': {
    name: 'The first etching',
    why: 'Rune 840000:1, with its premine.',
  },
  '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50': {
    name: 'A mint and a transfer',
    why: 'Mint, receive and send in one transaction.',
  },
}

const SAMPLE_BLOCK = {
  name: 'A sample block',
  why: 'Made by Cairn: 20,000 records of all kinds.',
}

/** Why blocks of the bundled snapshot are examples. In another index they have other records. */
const BLOCKS: Record<number, string | undefined> = {
  849250: 'Thousands of mints of one rune.',
  840006: 'A mix of etchings, mints and transfers.',
  840000: 'The first block with runes.',
}
