import { PageHeading } from '../../ui/PageHeading.tsx'
import { ScriptNote } from '../../ui/ScriptNote.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { nameIn, type Reading, renditionOf } from './translation.ts'

type Props = { contractName: string; reading: Reading | undefined }

/** The name and the symbol of a token; until it was read, the name of its contract. */
export function TokenHeading({ contractName, reading }: Props) {
  const token = reading?.token
  const name = token?.name || contractName
  const documentName = token && nameIn(token)
  const texts = [token?.name, token?.symbol, documentName]
  return (
    <>
      <PageHeading kind="SIP-010 token">
        {/* Between them a line may break, so that neither breaks within. */}
        <UntrustedText text={name} />{' '}
        {token?.symbol && (
          <span className="text-2xl font-normal text-muted">
            <UntrustedText text={token.symbol} />
          </span>
        )}
      </PageHeading>
      <ScriptNote texts={texts} />
      {reading !== undefined && documentName && documentName !== token?.name && (
        <p className="text-lg">
          <UntrustedText text={documentName} lang={renditionOf(reading, nameIn).lang} />{' '}
          <span className="text-sm text-muted">is its name in the metadata</span>
        </p>
      )}
    </>
  )
}
