import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TONES, type Tone } from './Badge.tsx'

type Props = {
  icon: ReactNode
  title: ReactNode
  tone?: Tone
  /** `alert` makes screen readers read the title and the text at once. */
  role?: 'alert' | 'status'
  children?: ReactNode
  /** Buttons; the first is what most readers should do. */
  actions?: ReactNode
}

export function Notice({ icon, title, tone = 'plain', role, children, actions }: Props) {
  return (
    <section className="panel mt-4 flex gap-4 p-5">
      <span
        aria-hidden="true"
        className={`grid size-9 shrink-0 place-items-center rounded-md ${TONES[tone]}`}
      >
        {icon}
      </span>
      <div className="min-w-0 grow">
        <div role={role}>
          <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
          <div className="mt-0.5 max-w-[64ch] space-y-2 text-sm text-muted">{children}</div>
        </div>
        {actions !== undefined && (
          <div className="mt-4 flex flex-wrap items-center gap-2 *:first:primary empty:hidden">
            {actions}
          </div>
        )}
      </div>
    </section>
  )
}

type UnknownProps = Pick<Props, 'title' | 'children' | 'actions'>

export function Unknown({ title, children, actions }: UnknownProps) {
  return (
    <Notice icon={<SearchX size={18} />} title={title} role="alert" actions={actions}>
      <p>{children}</p>
    </Notice>
  )
}

export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="button">
      {children}
    </Link>
  )
}

/** A link to another explorer, which may know what this one does not. */
export function OtherExplorer({ name, href }: { name: string; href: string }) {
  return (
    <a href={href} className="button" rel="noopener noreferrer">
      View on {name}
    </a>
  )
}
