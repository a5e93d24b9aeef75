import { createContext, type ReactNode, useContext } from 'react'

/** Marks the words of a search in names. For components within a search. */
export const MarkWords = createContext((name: string): ReactNode => name)

/** A name in which a search marks its words. */
export const Marked = ({ children: name }: { children: string }): ReactNode => useContext(MarkWords)(name)
