import { useRef } from 'react'

const unreadable = 'This file could not be read. Please choose it again.'

type ChosenFile = {
  /** Checks the name and size of a file. @returns the error message, or undefined */
  problemOf: (file: File) => string | undefined
  onChosen: (file: File) => void
  onRefused: (problem: string) => void
}

/** Checks a chosen file. A refused file does not replace the last one. @returns the handler of a chosen file */
export function useChosenFile({ problemOf, onChosen, onRefused }: ChosenFile) {
  const lastChosen = useRef<File>(null)
  return async (file: File) => {
    lastChosen.current = file
    const problem = problemOf(file)
    if (problem) return onRefused(problem)
    try {
      // A copy, so that a retry works even when the file on a USB stick or in the cloud has become unreachable.
      const copy = new File([await file.arrayBuffer()], file.name, { type: file.type })
      if (lastChosen.current === file) onChosen(copy)
    } catch {
      onRefused(unreadable)
    }
  }
}
