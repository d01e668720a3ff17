import * as v from 'valibot'
import { remembered } from './remembered.ts'

export const TIME_FORMS = ['utc', 'local', 'age', 'unix'] as const
export type TimeForm = (typeof TIME_FORMS)[number]

/** How moments are written on every page. */
export const timeForm = remembered<TimeForm>('cairn.timeForm', v.picklist(TIME_FORMS), 'utc')
