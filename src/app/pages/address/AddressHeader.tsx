import type { ReactNode } from 'react'
import { addressLink } from '../../links.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { RunesIndexedUpTo } from '../../sources/IndexedUpTo.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { shortenHash } from '../../ui/shortenHash.ts'
import { type Address, explainMistake } from './parseAddress.ts'

type Props = {
  parsed: Address
  isSample: boolean
  /** What the service has of the address: "records". Undefined if it has nothing. */
  known: string | undefined
  /** Buttons. */
  children?: ReactNode
}

/** The address, its network and kind, and whether its checksum is right. */
export function AddressHeader({ parsed, isSample, known, children }: Props) {
  const { address } = parsed
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <PageHeading kind="Address">
            <span className="block text-lg sm:text-xl">
              <Hash text={address} label="address" length="full" size="inherit" />
            </span>
          </PageHeading>
          {!isSample && (
            <p className="text-muted">
              {describe(parsed, known)} {parsed.chain === 'bitcoin' && <RunesIndexedUpTo />}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FavouriteButton to={addressLink(address)} kind="Address" title={shortenHash(address)} />
          {children}
        </div>
      </header>
      {isSample && (
        <Notice tone="information" title="A sample made by Cairn">
          <p>This address is made up. It shows how Cairn displays an address.</p>
        </Notice>
      )}
    </>
  )
}

function describe(parsed: Address, known: string | undefined): string {
  const { description } = parsed
  return description === undefined
    ? explainMistake(parsed, known)
    : `${description}. The checksum is correct.`
}
