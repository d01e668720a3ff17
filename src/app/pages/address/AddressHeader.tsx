import type { ReactNode } from 'react'
import { type OtherPage, PageActions } from '../../layout/PageActions.tsx'
import { addressLink } from '../../links.ts'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

type Props = {
  address: string
  /** Its chain or kind. */
  crumb: ReactNode
  dataPath: string
  others: OtherPage[]
}

/** An address with its mark, shortened and whole. */
export function AddressHeader({ address, crumb, dataPath, others }: Props) {
  return (
    <PageHeader
      crumb={crumb}
      mark={<Mark id={address} size={40} />}
      title={<Id text={address} />}
      actions={
        <PageActions
          page={{ to: addressLink(address), kind: 'Address', title: shortenId(address) }}
          dataPath={dataPath}
          others={others}
        />
      }
      meta={<CopyableId text={address} isWhole label="Address" />}
    />
  )
}
