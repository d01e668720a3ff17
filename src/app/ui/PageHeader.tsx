import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Steps } from './Steps.tsx'

export type Neighbour = { to: string; label: ReactNode; name: string }

type Props = {
  /** Where the page belongs. */
  crumb?: ReactNode
  /** The pages before and after this one; undefined at an end. */
  neighbours?: [previous: Neighbour | undefined, next: Neighbour | undefined]
  /** In place of the neighbours: what changes the page as a whole, such as its language. */
  controls?: ReactNode
  mark?: ReactNode
  title: ReactNode
  /** A sentence is set smaller than a name. */
  isSentence?: boolean
  badges?: ReactNode
  /** What happened, below a title that is a name. */
  sentence?: ReactNode
  actions?: ReactNode
  meta?: ReactNode
}

export function PageHeader(props: Props) {
  const { crumb, neighbours, controls, mark, title, isSentence, badges, sentence, actions, meta } =
    props
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 phone:grid-cols-1">
      {/* On phones, the buttons are above the title, which has the whole width. */}
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 empty:hidden wide:contents">
        {crumb !== undefined && (
          <p className="flex min-h-8 grow flex-wrap items-center gap-x-1.5 text-sm text-muted">
            {crumb}
          </p>
        )}
        {(neighbours || controls) && (
          <div className="flex gap-1.5 wide:col-start-2 wide:justify-self-end">
            {neighbours && (
              <Steps
                label="Neighbours"
                steps={[
                  {
                    name: 'Previous',
                    ...neighbours[0],
                    direction: 'previous',
                    shortcut: 'ArrowLeft',
                  },
                  { name: 'Next', ...neighbours[1], direction: 'next', shortcut: 'ArrowRight' },
                ]}
              />
            )}
            {controls}
          </div>
        )}
        {actions && (
          <div className="needs-scripts flex gap-2 phone:gap-1.5 wide:col-start-2 wide:row-start-2 wide:self-start wide:justify-self-end">
            {actions}
          </div>
        )}
      </div>
      <div className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 wide:col-start-1 wide:row-start-2 phone:min-h-9">
        <div className="flex min-w-0 items-center gap-3 tight:flex-wrap">
          {mark}
          <h1
            tabIndex={-1}
            // Its words are English, in whatever direction the page is read.
            {...(isSentence && { dir: 'ltr' })}
            className={
              isSentence
                ? 'max-w-[56rem] min-w-0 text-2xl font-medium tracking-[-0.012em] text-muted'
                : 'min-w-0 text-3xl font-semibold tracking-[-0.022em] phone:text-2xl'
            }
          >
            {title}
          </h1>
        </div>
        {badges}
      </div>
      {sentence && (
        <p
          dir="ltr"
          className="max-w-[56rem] text-2xl font-medium tracking-[-0.012em] text-pretty text-muted wide:col-span-2 wide:row-start-3 phone:text-lg"
        >
          {sentence}
        </p>
      )}
      {meta && (
        <p
          data-meta
          className={`flex flex-wrap items-center gap-x-1.5 text-sm text-muted wide:col-span-2 ${sentence ? 'wide:row-start-4' : 'wide:row-start-3'} phone:gap-x-3 phone:text-xs`}
        >
          {meta}
        </p>
      )}
    </header>
  )
}

export function CrumbLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="quiet-link text-ink">
      {children}
    </Link>
  )
}

/** Phones break the line of a header in several, and none should end with a dot. */
export function Dot() {
  return (
    <span aria-hidden="true" className="phone:in-data-meta:hidden">
      ·
    </span>
  )
}
