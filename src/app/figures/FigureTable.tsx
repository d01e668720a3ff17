import type { FigureName } from '../ui/numbers.tsx'

type Props = {
  caption: string
  /** The first column names the rows. */
  columns: readonly [heading: string, ...Column[]]
  rows: readonly (readonly string[])[]
}

type Column = readonly [heading: string, name: FigureName]

/** What a figure shows as a table, for assistive technology. */
export function FigureTable({ caption, columns: [first, ...columns], rows }: Props) {
  return (
    // A table would be as wide as its cells, whatever its own width is.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(([heading]) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row" data-axis>
                {name}
              </th>
              {columns.map(([heading, figure], index) => (
                <td key={heading} data-value={values[index] === '' ? undefined : figure}>
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
