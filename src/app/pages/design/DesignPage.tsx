import { Link2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { MOVEMENT_TYPES } from '../../../contract/schemas/movement.ts'
import { Legend } from '../../figures/Legend.tsx'
import { TypeBadge } from '../../movements/TypeBadge.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { MarkedId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Amount } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Segmented, Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.tsx'

/** The parts of the design system in both themes and right-to-left; only in development. */
export function Component() {
  return (
    <>
      <PageHeader
        crumb="Development"
        title="Design"
        meta="Every part, light, dark and right-to-left."
      />
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {VARIANTS.map(({ name, className, dir }) => (
          <section
            key={name}
            aria-label={name}
            dir={dir}
            className={`overflow-clip rounded-lg bg-ground p-4 text-ink ${className}`}
          >
            <Parts />
          </section>
        ))}
      </div>
    </>
  )
}

const VARIANTS = [
  { name: 'Light', className: 'scheme-light' },
  { name: 'Dark', className: 'scheme-dark' },
  { name: 'Right-to-left', className: '', dir: 'rtl' },
  { name: '320 px wide', className: 'w-80' },
]

const ADDRESSES = [
  'bc1p20wx0v7mlpxsfs9cxr9s3ndmgrzz5lvu2j5qgwnz5t0gkehkh5cqfvcuzt',
  'bc1q7jd477wc5s88hsvenr0ddtatsw282hfjzg59wz',
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
]
const AMOUNTS = ['888888888888.888888', '0.00174600000000', '1000', '0.5']

const TYPE = [
  ['Home 40', 'text-4xl font-semibold'],
  ['Title 28', 'text-3xl font-semibold'],
  ['Sentence 20', 'text-2xl font-medium'],
  ['Heading 16', 'text-lg'],
  ['Body 14', 'text-base'],
  ['Table 13', 'text-sm'],
  ['Label 12, muted', 'text-xs text-muted'],
]

const LINKS = [
  { to: '#a', name: 'Movements', count: 139, isCurrent: true },
  { to: '#b', name: 'Raw records', count: 364, isCurrent: false },
]

function Parts() {
  return (
    <div className="space-y-6">
      <Sample name="Type">
        {TYPE.map(([name, className]) => (
          <p key={name} className={className}>
            {name}
          </p>
        ))}
      </Sample>
      <Sample name="Controls">
        <button type="button" className="button primary" onClick={() => toast('Saved')}>
          Primary
        </button>
        <button type="button" className="button">
          Button
        </button>
        <button type="button" aria-label="Copy link" className="button icon-button">
          <Link2 size={16} aria-hidden="true" />
        </button>
        <a href="#part" aria-current="true" className="chip">
          Current
        </a>
        <a href="#part" className="chip">
          Chip
        </a>
        <input aria-label="Field" className="field" placeholder="Field" />
        <Segmented label="Segmented" options={LINKS} />
        <Tabs label="Tabs" tabs={LINKS} />
      </Sample>
      <Sample name="Badges">
        {MOVEMENT_TYPES.map((type) => (
          <TypeBadge key={type} type={type} />
        ))}
        <Badge tone="good">Mintable</Badge>
        <Badge>Fully minted</Badge>
        <Badge tone="warn">Sample</Badge>
        <Badge tone="bad" explanation={{ title: 'A cenotaph', text: 'What it means.' }}>
          Cenotaph
        </Badge>
      </Sample>
      <Sample name="Marks and ids">
        {ADDRESSES.map((address) => (
          <MarkedId key={address} text={address} to="#part" />
        ))}
        <Mark id={ADDRESSES[0] ?? ''} size={56} />
        <Mark id={ADDRESSES[1] ?? ''} size={40} />
      </Sample>
      <StatStrip
        stats={[
          { label: 'Supply', value: <Amount name="sample.amount" digits="21000000" /> },
          { label: 'Minted', value: '65.6 %', progress: 0.656, note: '3,440 left' },
        ]}
      />
      <Legend />
      <DataTable
        caption="Amounts"
        rows={AMOUNTS}
        keyOf={(digits) => digits}
        columns={[
          {
            heading: 'Amount',
            area: 'name',
            isNumber: true,
            cell: (digits) => <Amount name="sample.amount" digits={digits} places=".000000…" />,
          },
          {
            heading: 'Signed',
            area: 'amount',
            isNumber: true,
            sort: { to: '#a', direction: 'descending' },
            cell: (digits, row) => (
              <Amount name="sample.amount" digits={row % 2 ? `-${digits}` : digits} isSigned />
            ),
          },
        ]}
      />
      <Notice icon={<TriangleAlert size={18} />} tone="warn" title="Too many requests">
        What you see stays.
      </Notice>
      <TableSkeleton rows={2} />
    </div>
  )
}

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} id="part">
      <h2 className="mb-2 text-xs font-medium text-muted">{name}</h2>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  )
}
