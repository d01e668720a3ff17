type Props = {
  caption: string
  headings: readonly string[]
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[]
}

/** What a figure shows as a table, for assistive technology. */
export function FigureTable({ caption, headings, rows }: Props) {
  return (
    <table className="sr-only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column.
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
