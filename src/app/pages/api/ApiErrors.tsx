import { PROBLEMS, type Problem } from '../../../contract/problems.ts'
import { useApi } from '../../appContext.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'

type Props = {
  /** Names the list for screen readers. */
  label: string
  /** `example` is a path that returns the error. */
  problems: readonly { problem: Problem; example?: string }[]
}

/** Errors by status and message, with their meaning and their kind in the client. */
export function ApiErrors({ label, problems }: Props) {
  const { baseUrl } = useApi()
  return (
    <section aria-label={label}>
      <Facts>
        {problems.map(({ problem, example }) => {
          const { status, error, kind, meaning } = PROBLEMS[problem]
          return (
            <Fact key={problem} name={`${status} ${error}`}>
              <p>{meaning}</p>
              <p className="text-sm text-muted">
                Error kind in the TypeScript client: <code className="font-mono">{kind}</code>
                {example !== undefined && (
                  <>
                    {' · '}
                    <a href={baseUrl + example} rel="nofollow" className="link">
                      See an example <span className="sr-only">of {error}</span>
                    </a>
                  </>
                )}
              </p>
            </Fact>
          )
        })}
      </Facts>
    </section>
  )
}
