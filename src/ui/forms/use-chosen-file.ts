import type { Dispatch, SetStateAction } from 'react'

const unreadable = 'This file could not be read. Please choose it again.'

/** The state that holds a chosen file, as `useState` returns it. */
export type ChosenFileState = readonly [File | null, Dispatch<SetStateAction<File | null>>]

type ChosenFile = {
  state: ChosenFileState
  /** Checks the name and size of a file. @returns the error message, or undefined */
  problemOf: (file: File) => string | undefined
  onChosen: (file: File) => void
  onRefused: (problem: string) => void
}

/** Checks a chosen file. A refused file does not replace the last one. @returns the handler of a chosen file */
export function useChosenFile({ state, problemOf, onChosen, onRefused }: ChosenFile) {
  const [last, setFile] = state
  return async (file: File) => {
    const problem = problemOf(file)
    if (problem) return onRefused(problem)
    // At once: a large one takes a while to be read, and the form may be sent meanwhile.
    setFile(file)
    onChosen(file)
    try {
      // A copy, so that a retry works even when the file on a USB stick or in the cloud has become unreachable.
      const { name, type, lastModified } = file
      const copy = new File([await file.arrayBuffer()], name, { type, lastModified })
      setFile((now) => (now === file ? copy : now))
    } catch {
      setFile((now) => (now === file ? last : now))
      onRefused(unreadable)
    }
  }
}
