/** Blank cards where found ones will stand. Seen only if it takes long. */
export function ResultsSkeleton() {
  return (
    <div className="card-grid skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, i) => (
        <p key={i} className="skeleton-ticket skeleton-card" />
      ))}
    </div>
  )
}
