import { createContext, type ReactNode, useContext } from 'react'
import { truncate } from '#ui/naming.ts'

/** Maximum characters of a result's name. */
const nameLength = 80

/** A context for components within search results. Its function marks the searched words in a name. */
export const MarkWordsContext = createContext((name: string): ReactNode => name)

/** A result's name, cut to 80 characters, in which a search marks its words. */
export const MarkedName = ({ children: name }: { children: string }): ReactNode => useContext(MarkWordsContext)(truncate(name, nameLength))
