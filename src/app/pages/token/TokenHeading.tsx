import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type LocalizedToken, nameIn, renditionOf } from './textLanguage.ts'

type Props = { contractName: string; localized: LocalizedToken | undefined }

/** The name and the symbol of a token; until it has loaded, the name of its contract. */
export function TokenHeading({ contractName, localized }: Props) {
  const token = localized?.token
  const name = token?.name || contractName
  const documentName = token && nameIn(token)
  const texts = [token?.name, token?.symbol, documentName]
  return (
    <>
      <PageHeading kind="SIP-010 token">
        {/* A line may break between name and symbol, but not within them. */}
        <UntrustedText text={name} />{' '}
        {token?.symbol && (
          <span className="text-2xl font-normal text-muted">
            <UntrustedText text={token.symbol} />
          </span>
        )}
      </PageHeading>
      <MixedScriptWarning texts={texts} />
      {localized !== undefined && documentName && documentName !== token?.name && (
        <p className="text-lg">
          <UntrustedText text={documentName} lang={renditionOf(localized, nameIn).lang} />{' '}
          <span className="text-sm text-muted">(name in the metadata)</span>
        </p>
      )}
    </>
  )
}
