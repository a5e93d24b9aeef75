import { createContext, type ReactNode, useContext } from 'react'

/** A context for components within search results. Its function marks the searched words in a name. */
export const MarkWords = createContext((name: string): ReactNode => name)

/** A name in which a search marks its words. */
export const Marked = ({ children: name }: { children: string }): ReactNode => useContext(MarkWords)(name)
