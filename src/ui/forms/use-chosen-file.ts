import { useRef } from 'react'

const unreadable = 'This file could not be read. Please choose it again.'

type ChosenFile = {
  /** What is wrong with a file as far as its name and size tell, or undefined. */
  problemOf: (file: File) => string | undefined
  onChosen: (file: File) => void
  onRefused: (problem: string) => void
}

/** Checks a file when it is chosen; a refused one changes nothing. @returns what to call with the file */
export function useChosenFile({ problemOf, onChosen, onRefused }: ChosenFile) {
  const lastChosen = useRef<File>(null)
  return async (file: File) => {
    lastChosen.current = file
    const problem = problemOf(file)
    if (problem) return onRefused(problem)
    try {
      // A copy, so that sending it again works when the file on the stick or in the cloud is gone by then.
      const copy = new File([await file.arrayBuffer()], file.name, { type: file.type })
      if (lastChosen.current === file) onChosen(copy)
    } catch {
      onRefused(unreadable)
    }
  }
}
