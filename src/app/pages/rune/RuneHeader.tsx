import { Fragment } from 'react'
import { nameOfRune } from '../../../contract/activity.ts'
import { type Etching, etchedSymbol } from '../../../contract/etching.ts'
import { OtherExplorers } from '../../activity/OtherExplorers.tsx'
import { runeLink } from '../../links.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { RunesIndexedUpTo } from '../../sources/IndexedUpTo.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { isSample } from './runeHead.ts'

/** The name, number and id of a rune, and what can be done with it. */
export function RuneHeader({ rune }: { rune: Etching }) {
  const { id, number, name } = rune
  const symbol = etchedSymbol(rune)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 space-y-1">
        <PageHeading kind="Rune">
          <BreakableName name={nameOfRune(rune)} />
        </PageHeading>
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          {symbol && (
            <span className="text-ink">
              <UntrustedText text={symbol} />
            </span>
          )}
          {number !== undefined && <span>Rune #{number}</span>}
          <span>
            ID <span className="text-ink">{id}</span> <CopyButton text={id} label="rune id" />
          </span>
          <MixedScriptWarning texts={[rune.spaced_name, name]} />
          {!isSample(rune) && (
            <span>
              <RunesIndexedUpTo />
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <FavouriteButton to={runeLink(id)} kind="Rune" title={nameOfRune(rune)} />
        {name && !isSample(rune) && <OtherExplorers subject="rune" name={name} />}
      </div>
    </header>
  )
}

/** A name that breaks after a spacer. */
function BreakableName({ name }: { name: string }) {
  return (
    <bdi>
      {name.split('•').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name have no other identity.
        <Fragment key={index}>
          {index > 0 && '•'}
          <wbr />
          <UntrustedText text={word} />
        </Fragment>
      ))}
    </bdi>
  )
}
