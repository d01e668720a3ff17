import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import { explainAddress } from '../../../bitcoin/addresses.ts'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import {
  BitcoinAddress,
  bitcoinDataPath,
  loadBitcoinAddress,
  readBitcoinPage,
} from './BitcoinAddress.tsx'
import {
  loadStacksAddress,
  readStacksPage,
  StacksAddress,
  stacksDataPath,
} from './StacksAddress.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const source = context.get(sourceContext)
  const bitcoin = readBitcoinPage(id, searchParams)
  if (bitcoin !== undefined) return respondWith(await loadBitcoinAddress(bitcoin, source))
  const stacks = readStacksPage(id, searchParams)
  if (stacks !== undefined) return respondWith(await loadStacksAddress(stacks, source))
  return respondWith(malformedIdentifierHead('address', id))
}

export const handle: PageHandle = {
  parameters: ['view', 'at', 'type', 'rune', 'from', 'to', 'offset', 'limit', 'row'],
  dataPath(id, search) {
    const bitcoin = readBitcoinPage(id, search)
    const stacks = readStacksPage(id, search)
    return bitcoin ? bitcoinDataPath(bitcoin) : stacks && stacksDataPath(stacks)
  },
}

/** What a Bitcoin address has and did, or the tokens that a Stacks address deployed. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const bitcoin = readBitcoinPage(id, search)
  if (bitcoin !== undefined) return <BitcoinAddress key={id} page={bitcoin} />
  const stacks = readStacksPage(id, search)
  if (stacks !== undefined) return <StacksAddress key={id} page={stacks} />
  return <MalformedIdentifier kind="address" text={id} {...explainAddress(id)} />
}
