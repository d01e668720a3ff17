import { expose } from 'comlink'
import { WholeSet } from './wholeSet.ts'

expose(new WholeSet())
