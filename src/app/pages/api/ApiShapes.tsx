import { Fact, Facts } from '../../ui/Facts.tsx'
import type { Shape, ShapeField } from './apiShape.ts'

/** The fields of every response, as the service describes them. */
export function ApiShapes({ shapes }: { shapes: Shape[] }) {
  return (
    <section aria-labelledby="fields" className="space-y-3">
      <h2 id="fields" className="text-2xl font-semibold">
        Fields
      </h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {shapes.map(({ name, description, fields }) => (
          <section key={name} aria-labelledby={idOfShape(name)} className="panel min-w-0 px-4 py-3">
            <h3 id={idOfShape(name)} className="font-semibold">
              {name}
            </h3>
            <p className="pb-1 text-sm text-muted">{description}</p>
            <Facts>
              {fields.map((field) => (
                <Fact key={field.name} name={<code className="font-mono">{field.name}</code>}>
                  <Field {...field} />
                </Fact>
              ))}
            </Facts>
          </section>
        ))}
      </div>
    </section>
  )
}

export function idOfShape(shape: string): string {
  return `fields-${shape}`
}

function Field({ type, shape, pattern, description, isRequired }: ShapeField) {
  return (
    <>
      <p className="text-sm text-muted">
        {type}
        {shape !== undefined && (
          <a href={`#${idOfShape(shape)}`} className="link">
            {shape}
          </a>
        )}
        {pattern !== undefined && (
          <>
            {' '}
            <code className="font-mono">{pattern}</code>
          </>
        )}
        {!isRequired && ', may be missing'}
      </p>
      {description !== '' && <p>{description}</p>}
    </>
  )
}
