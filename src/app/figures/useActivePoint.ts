import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** A value of a figure, or several that belong together. */
export type Point = {
  key: string
  /** What it is, in words: "23 Nov 2026: 948 mints, 80 transfers". */
  text: string
  /** Where it leads. */
  to?: string | undefined
  /** Where it is in the figure, from 0 to 1. */
  box: Box
}

export type Box = { x: number; y: number; width: number; height: number }

/** The point that pointer, finger or keys are at, and what moves it. `locate` finds the one that a pointer means. */
export function useActivePoint(
  points: readonly Point[],
  start: number,
  locate: (points: readonly Point[], event: PointerEvent) => number = nearestPoint,
) {
  const navigate = useNavigate()
  const [index, setIndex] = useState<number>()
  /** A finger shows a point first, and opens it when it is pressed again. */
  const isShownFirst = useRef(false)
  const active = index === undefined || index >= points.length ? undefined : index

  function open() {
    const { to } = points[active ?? start] ?? {}
    if (to !== undefined) navigate(to, { preventScrollReset: true })
  }

  const pointer = {
    onPointerDown(event: PointerEvent) {
      const pressed = locate(points, event)
      isShownFirst.current = event.pointerType === 'touch' && pressed !== active
      setIndex(pressed)
    },
    onPointerMove: (event: PointerEvent) => setIndex(locate(points, event)),
    onPointerLeave(event: PointerEvent) {
      if (event.pointerType !== 'touch') setIndex(undefined)
    },
    onClickCapture(event: MouseEvent) {
      if (isShownFirst.current) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.target instanceof Element && event.target.closest('a') === null) open()
    },
  }

  const keyboard = {
    onFocus: () => setIndex(active ?? start),
    onBlur: () => setIndex(undefined),
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter') open()
      else if (event.key === 'Escape') setIndex(undefined)
      else {
        const next = pointTowards(points, active ?? start, event.key)
        if (next === undefined) return
        setIndex(next)
      }
      event.preventDefault()
    },
  }
  return { active, show: setIndex, pointer, keyboard }
}

/** The point whose box is nearest to a pointer. */
function nearestPoint(
  points: readonly Point[],
  { currentTarget, clientX, clientY }: PointerEvent,
): number {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const distances = points.map(({ box }) =>
    Math.hypot(
      outside(clientX - left, box.x * width, box.width * width),
      outside(clientY - top, box.y * height, box.height * height),
    ),
  )
  return distances.indexOf(Math.min(...distances))
}

/** How far a place is outside of an interval. */
function outside(place: number, start: number, length: number): number {
  return Math.max(0, start - place, place - start - length)
}

/** The point that a key leads to; undefined if the key means nothing here. */
function pointTowards(points: readonly Point[], from: number, key: string): number | undefined {
  const last = points.length - 1
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageUp':
      return Math.max(0, from - PAGE)
    case 'PageDown':
      return Math.min(last, from + PAGE)
    default: {
      const direction = DIRECTIONS[key]
      return direction && neighbourOf(points, from, direction)
    }
  }
}

const PAGE = 7
const DIRECTIONS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest point in a direction: what is aside of it counts twice. */
function neighbourOf(
  points: readonly Point[],
  from: number,
  [right, down]: readonly [number, number],
): number | undefined {
  const start = points[from]
  if (start === undefined) return
  const distances = points.map((point, index) => {
    const [x, y] = offset(start.box, point.box)
    const along = x * right + y * down
    if (index === from || along <= 1e-9) return Number.POSITIVE_INFINITY
    return along + 2 * Math.abs(x * down + y * right)
  })
  const nearest = Math.min(...distances)
  if (nearest !== Number.POSITIVE_INFINITY) return distances.indexOf(nearest)
  // At an edge, the page scrolls up or down; other arrow keys would lead to another page.
  if (down !== 0) return
  // Where all are one below the other, these keys lead up and down too.
  const isColumn = points.every(({ box }) => Math.abs(offset(start.box, box)[0]) < 1e-9)
  return isColumn ? Math.min(points.length - 1, Math.max(0, from + right)) : from
}

function offset(from: Box, to: Box): [x: number, y: number] {
  return [
    to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2,
  ]
}
