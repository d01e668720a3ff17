import type { NameUnlocks } from '../../../contract/schemas/names.ts'
import { EstimatedDate } from '../../names/EstimatedDate.tsx'
import { type FigureName, Numeral } from '../../ui/numbers.tsx'

type Unlock = NameUnlocks['unlocks'][number]
type Newest = NameUnlocks['newest_block']
type Props = { caption: string; unlocks: readonly Unlock[]; newest: Newest }

/** Phones show it as a table too: its cells are short. */
export function UnlockTable({ caption, unlocks, newest }: Props) {
  return (
    <section aria-label={caption} className="panel overflow-clip">
      <table className="w-full border-collapse text-sm tabular-nums small:text-xs [&_:is(td,th)]:px-4 small:[&_:is(td,th)]:px-2 small:[&_:is(td,th)]:first:ps-4 small:[&_:is(td,th)]:last:pe-4">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="h-9 border-b border-line text-xs text-muted [&_th]:font-medium">
            <th scope="col" className="text-start">
              Letters
            </th>
            <th scope="col" className="text-end">
              First name
            </th>
            <th scope="col" className="text-end">
              All names
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {unlocks.map(({ length, first_height, height }) => (
            <tr
              key={length}
              className={`h-9 ${isUnlocking({ first_height, height }, newest) ? 'bg-accent-soft' : ''}`}
            >
              <td>
                <Numeral name="unlock.length" value={length} />
              </td>
              <td className="text-end">
                <From name="unlock.first_height" height={first_height} newest={newest} />
              </td>
              <td className="text-end">
                <From name="unlock.height" height={height} newest={newest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Whether some names of the length are unlocked, and others are not. */
function isUnlocking({ first_height, height }: Omit<Unlock, 'length'>, newest: Newest): boolean {
  return first_height <= newest.block_height && newest.block_height < height
}

type FromProps = { name: FigureName; height: number; newest: Newest }

function From({ name, height, newest }: FromProps) {
  const block = <Numeral name={name} value={height} />
  if (height <= newest.block_height) {
    return <span className="text-muted">since block {block}</span>
  }
  return (
    <>
      {block}
      <span className="text-muted">
        <EstimatedDate height={height} newest={newest} />
      </span>
    </>
  )
}
