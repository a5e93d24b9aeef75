import { serveTasks } from '#kit/server/sandbox/child.ts'
import {
  abort,
  echo,
  emitWords,
  fail,
  fillHeap,
  fillMemory,
  hang,
  identify,
  leaveMemory,
  loop,
  spin,
  sendAndExit,
  wait,
} from './sandbox-tasks.ts'

serveTasks([abort, echo, emitWords, fail, fillHeap, fillMemory, hang, identify, leaveMemory, loop, spin, sendAndExit, wait])
