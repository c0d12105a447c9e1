/** Blank tickets where content will stand. Seen only if it takes long. */
export function BookingSkeleton() {
  return (
    <div className="booking-grid skeleton" aria-hidden="true">
      <div>
        <p className="skeleton-ticket" />
        <p className="skeleton-ticket" />
      </div>
      <div>
        <p className="skeleton-ticket skeleton-side" />
      </div>
    </div>
  )
}
