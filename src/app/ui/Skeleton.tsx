export function Bone({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block max-w-full rounded-sm bg-sunken ${className}`}
    />
  )
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="panel appear-late overflow-clip">
      <p className="sr-only">Loading</p>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have no other identity.
          key={row}
          className="flex h-10 items-center gap-6 border-b border-line px-4 last:border-b-0 phone:h-20"
        >
          <Bone className="h-3 w-20" />
          <Bone className="h-5.5 w-24" />
          <Bone className="h-3 w-40 phone:hidden" />
          <Bone className="ms-auto h-3 w-28" />
          <Bone className="h-3 w-28 phone:hidden" />
        </div>
      ))}
    </div>
  )
}

export function PageSkeleton() {
  return (
    <div aria-busy="true" className="appear-late space-y-4">
      <p className="sr-only">Loading the page</p>
      <Bone className="h-3 w-24" />
      <div>
        <Bone className="h-9 w-64" />
      </div>
      <Bone className="h-3 w-80" />
      <div className="panel h-[62px]" />
      <TableSkeleton />
    </div>
  )
}
