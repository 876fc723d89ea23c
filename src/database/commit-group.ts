import type BetterSqlite from 'better-sqlite3'
import type { GroupSync } from './group-sync.ts'
import type { Lock } from './lock.ts'

/** One of those who write in a commit. */
export type Member = {
  /** Undoes what this one has written since it joined, and nothing of the others. */
  undo(): void
  /** @throws when SQLite has undone all by itself, as on a full disk */
  leave(): void
  /** Resolves once all of it is committed and synced; rejects if that failed, or is unknown. */
  synced(): Promise<void>
}

type Commit = {
  done: PromiseWithResolvers<void>
  hasMembers: boolean
  /** The turn in which it began is over. */
  isDue: boolean
}

export type CommitGroup = ReturnType<typeof createCommitGroup>

/**
 * Has all who write in the same turn of the event loop share a commit: a page that several change is written once. It ends
 * with the turn, or with the one who is at work then. All but `wait` is for who has the lock.
 * @param sync good for what was committed before it
 */
export function createCommitGroup(
  sqlite: Pick<BetterSqlite.Database, 'prepare' | 'inTransaction'>,
  lock: Lock,
  sync: GroupSync,
) {
  let open: Commit | undefined
  const run = (sql: string) => sqlite.prepare(sql).run()

  /** Takes the write lock at once: a second process waits here instead of failing half-way. */
  function begin(): Commit {
    run('begin immediate')
    const commit: Commit = { done: Promise.withResolvers(), hasMembers: false, isDue: false }
    // It is told to those alone who wait for it.
    commit.done.promise.catch(() => {})
    setImmediate(() => {
      commit.isDue = true
      if (!lock.isTaken()) endIfDue()
    })
    open = commit
    return commit
  }

  /** Commits what is open, and tells its members how that went. */
  function end() {
    const commit = open
    if (!commit) return
    open = undefined
    try {
      run('commit')
      commit.done.resolve()
    } catch (error) {
      commit.done.reject(error)
      if (sqlite.inTransaction) run('rollback')
    }
  }

  function endIfDue() {
    if (open?.isDue) end()
  }

  /** @throws when another process is writing */
  function join(isUndoable: boolean): Member {
    const commit = open ?? begin()
    // Who comes first is undone with the whole, which spares copies of all pages that a migration changes.
    const hasSavepoint = isUndoable && commit.hasMembers
    commit.hasMembers = true
    if (hasSavepoint) run('savepoint member')
    return {
      undo() {
        if (open !== commit) return
        if (hasSavepoint) {
          run('rollback to member')
          run('release member')
        } else {
          open = undefined
          commit.done.resolve()
          run('rollback')
        }
      },
      leave() {
        if (open !== commit) throw new Error('The transaction has been undone')
        if (hasSavepoint) run('release member')
      },
      async synced() {
        await commit.done.promise
        await sync.wait()
      },
    }
  }

  return {
    join,
    /** Tells the members of a commit which an error has ended, as a full disk may do. */
    notice(error: unknown) {
      if (!open || sqlite.inTransaction) return
      open.done.reject(error)
      open = undefined
    },
    end,
    endIfDue,
    /** Waits until all that could be read by now is synced. */
    async wait() {
      await open?.done.promise
      await sync.wait()
    },
  }
}
