import { useLocation, useNavigate } from 'react-router-dom'
import { pagingSearch, recordAnchor, recordLink } from '../links.ts'
import { useSurroundings } from '../surroundings.ts'
import { useCopy } from '../ui/CopyButton.tsx'

/** Copies the shortest link that opens a record for everyone, and marks the record that it names. */
export function CopyRecordLink({ position }: { position: number }) {
  const { origin } = useSurroundings()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const link = recordLink((paging) => pathname + pagingSearch(paging), position)
  const { copied, copy, forget } = useCopy('the link to this record')

  function copyAndMark() {
    navigate(`${pathname}${search}#${recordAnchor(position)}`, { replace: true })
    return copy(origin + link)
  }

  return (
    <button type="button" onClick={copyAndMark} onBlur={forget} className="button">
      {copied === undefined ? 'Copy' : 'Copied'} the link to this record
    </button>
  )
}
