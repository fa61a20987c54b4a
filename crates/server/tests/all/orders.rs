//! Standing orders over the real protocol.

use serde_json::json;

use crate::harness::{Database, Db, Running};
use crate::on_both;

on_both!(
    orders_answer_for_their_seat,
    an_order_that_does_not_decide_leaves_the_question,
    an_automatic_answer_leaves_undo_open
);

async fn orders_answer_for_their_seat(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    let orders = json!([{"kind": "parry", "answer": {"starts": "yie"}}]);
    blue.say(json!({"type": "orders", "id": 1, "orders": orders})).await;
    assert_eq!(blue.hear("orders").await["orders"], orders);
    red.play(&mut rev, "strike").await;
    let view = bert.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!((&view["seq"], &view["decision"]["kind"]), (&json!(4), &json!("turn")));
    assert_eq!(view["orders"], orders);
    let record = anna.get_record(&table).await;
    assert!(record.contains("red: strike\nblue: yield\n"), "{record}");
    // By the odds: guarding is safe with one half.
    for (at_least, line) in [(0.5, "blue: guard ["), (0.51, "blue: yield\n")] {
        let order = json!([{"kind": "parry",
            "answer": {"odds": {"play": "guard", "label": "safe", "at_least": at_least, "otherwise": "yield"}}}]);
        blue.say(json!({"type": "orders", "id": 1, "orders": order})).await;
        blue.hear("orders").await;
        blue.play(&mut rev, "step").await;
        red.play(&mut rev, "strike").await;
        let record = anna.get_record(&table).await;
        let last = record.rsplit("red: strike\n").next().expect("a line").to_owned();
        assert!(last.starts_with(line), "{record}");
    }
    for (which, line) in [("weakest", "blue: yield"), ("strongest", "blue: guard")] {
        let order = json!([{"kind": "parry", "answer": {"losses": which}}]);
        blue.say(json!({"type": "orders", "id": 1, "orders": order})).await;
        blue.hear("orders").await;
        blue.play(&mut rev, "step").await;
        red.play(&mut rev, "strike").await;
        let record = anna.get_record(&table).await;
        let last = record.rsplit("red: strike\n").next().expect("a line").to_owned();
        assert!(last.starts_with(line), "{record}");
    }
    // No order of the rules has that name, so the other answer is given.
    let all = json!({"all": {"order": "none", "label": "safe", "at_least": 0.5, "otherwise": "yield"}});
    blue.say(json!({"type": "orders", "id": 1, "orders": [{"kind": "parry", "answer": all}]})).await;
    blue.hear("orders").await;
    blue.play(&mut rev, "step").await;
    red.play(&mut rev, "strike").await;
    assert!(anna.get_record(&table).await.ends_with("red: strike\nblue: yield\n"));
    // They outlive a restart.
    server.stop().await;
    let server = Running::on(&database).await;
    let (mut anna, mut bert) = (anna, bert);
    (anna.address, bert.address) = (server.address, server.address);
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    blue.play(&mut rev, "step").await;
    red.play(&mut rev, "strike").await;
    assert_eq!(bert.look(&table, json!({"type": "hello"})).await.1["decision"]["kind"], "turn");
    server.stop().await;
}

async fn an_order_that_does_not_decide_leaves_the_question(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    for answer in [
        json!({"starts": "x"}),
        json!({"starts": ""}),
        json!({"odds": {"play": "yield", "label": "safe", "at_least": 0.0, "otherwise": "guard"}}),
    ] {
        blue.say(json!({"type": "orders", "orders": [{"kind": "parry", "answer": answer}]})).await;
        blue.hear("orders").await;
        red.play(&mut rev, "strike").await;
        assert_eq!(blue.hear("update").await["decision"]["kind"], "parry");
        blue.play(&mut rev, "yield").await;
        blue.play(&mut rev, "step").await;
    }
    // An order for another turn does not stand in this one.
    let order = json!([{"kind": "parry", "answer": {"starts": "yield"}, "turn": 999}]);
    blue.say(json!({"type": "orders", "orders": order})).await;
    blue.hear("orders").await;
    red.play(&mut rev, "strike").await;
    assert_eq!(blue.hear("update").await["decision"]["kind"], "parry");
    blue.play(&mut rev, "yield").await;
    blue.play(&mut rev, "step").await;
    // Orders given while the question is open answer it.
    blue.say(json!({"type": "orders", "orders": []})).await;
    blue.hear("orders").await;
    red.play(&mut rev, "strike").await;
    blue.say(json!({"type": "orders", "orders": [{"kind": "parry", "answer": "first"}]})).await;
    let mut kind = json!("parry");
    while kind == "parry" {
        kind = red.hear("update").await["decision"]["kind"].clone();
    }
    for bad in
        [json!([{"kind": "parry", "answer": "dance"}]), json!([{"kind": "p".repeat(300), "answer": "first"}])]
    {
        blue.say(json!({"type": "orders", "orders": bad})).await;
        blue.refusal().await;
    }
    server.stop().await;
}

async fn an_automatic_answer_leaves_undo_open(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    blue.say(json!({"type": "orders", "orders": [{"kind": "parry", "answer": {"starts": "yield"}}]})).await;
    blue.hear("orders").await;
    red.play(&mut rev, "strike").await;
    // Also after the table has been read from its log again.
    server.stop().await;
    let server = Running::on(&database).await;
    let mut anna = anna;
    anna.address = server.address;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!((&view["undo"], &view["seq"]), (&json!(true), &json!(4)));
    red.say(json!({"type": "undo", "id": 1, "rev": rev})).await;
    let update = red.hear("update").await;
    assert_eq!((&update["seq"], &update["decision"]["kind"]), (&json!(2), &json!("turn")));
    server.stop().await;
}
