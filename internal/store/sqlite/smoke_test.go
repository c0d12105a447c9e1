package sqlite_test
import ("testing";"log/slog";"context";"path/filepath";"storefront/internal/store/sqlite";"storefront/internal/booking";"time")
func TestSmoke(t *testing.T){
 s,err:=sqlite.Open(context.Background(), filepath.Join(t.TempDir(),"a b?.db"), slog.New(slog.DiscardHandler))
 if err!=nil{t.Fatal(err)}
 defer s.Close()
 err=s.Do(context.Background(), func(tx booking.Tx) error { 
  if err:=tx.SaveCart(context.Background(), booking.Cart{ID:"x",UpdatedAt:time.Now()}); err!=nil {return err}
  return tx.SettleLater(context.Background(),"o",time.Now())})
 if err!=nil{t.Fatal(err)}
 c,err:=s.Read().Cart(context.Background(),"x"); t.Log(c,err)
 ch:=make(chan string,1)
 s.Jobs().Start(context.Background(), func(ctx context.Context,o string)(time.Time,error){ch<-o; return time.Time{},nil})
 t.Log(<-ch)
}
