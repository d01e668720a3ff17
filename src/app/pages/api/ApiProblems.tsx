import { PROBLEMS, type Problem } from '../../../contract/problems.ts'
import { useApi } from '../../appContext.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'

type Props = {
  /** Names the list for screen readers. */
  label: string
  /** Some with a path that has the problem. */
  problems: readonly { problem: Problem; example?: string }[]
}

/** Problems by status and text, with what they mean and what the client calls them. */
export function ApiProblems({ label, problems }: Props) {
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
                In the client: <code className="font-mono">{kind}</code>
                {example !== undefined && (
                  <>
                    {' · '}
                    <a href={baseUrl + example} rel="nofollow" className="link">
                      an example <span className="sr-only">of {error}</span>
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
