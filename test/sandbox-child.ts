import { serveTasks } from '#kit/server/sandbox/child.ts'
import {
  abort,
  echo,
  fail,
  fillHeap,
  fillMemory,
  hang,
  identify,
  leaveMemory,
  loop,
  spin,
  tellAndEnd,
  translate,
  translateAtOnce,
  wait,
} from './sandbox-tasks.ts'

serveTasks([abort, echo, fail, fillHeap, fillMemory, hang, identify, leaveMemory, loop, spin, tellAndEnd, translate, translateAtOnce, wait])
