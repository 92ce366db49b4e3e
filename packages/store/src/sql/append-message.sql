-- Appends a message to a session. `outcome` says what came of it; what is not `STORED` wrote nothing.
--
-- It is one statement for the client, but each statement in it sees what others committed before it got the lock: without it,
-- two programs that append at once could give two messages one parent.
create function ccdag.append_message(
  in_session uuid, in_id uuid, may_exist boolean, in_parent uuid, is_root boolean, in_expected uuid,
  in_role text, in_parts text, in_meta text,
  out outcome text, out parent uuid, out number integer, out new_depth integer, out at timestamptz
) language plpgsql as $$
declare
  next integer; last uuid;
  up_depth integer; up_jump uuid; up_jump_depth integer;
  far uuid; far_depth integer;
begin
  -- Whoever appends to a session waits here for all who do.
  select s.next_seq, s.last_id into next, last from ccdag.sessions s where s.id = in_session for update;
  if not found then outcome := 'SESSION_NOT_FOUND'; return; end if;
  -- A call with a key that is sent again.
  if may_exist and exists (select from ccdag.messages m where m.session_id = in_session and m.id = in_id) then
    outcome := 'EXISTS'; return;
  end if;
  -- The default leaf is the message that was stored last.
  if in_expected is not null and last is distinct from in_expected then outcome := 'LEAF_MOVED'; return; end if;
  -- Without a parent it follows the default leaf; the first message of a session and a root follow nothing.
  if not is_root then parent := coalesce(in_parent, last); end if;
  at := date_trunc('milliseconds', clock_timestamp());
  number := next;
  if parent is null then
    new_depth := 1; up_jump := in_id; up_jump_depth := 1;
  else
    -- Only messages of this session can be a parent.
    select m.depth, m.jump_id, m.jump_depth into up_depth, up_jump, up_jump_depth
      from ccdag.messages m where m.session_id = in_session and m.id = parent;
    if not found then outcome := 'PARENT_NOT_FOUND'; return; end if;
    new_depth := up_depth + 1;
    select m.jump_id, m.jump_depth into far, far_depth
      from ccdag.messages m where m.session_id = in_session and m.id = up_jump;
    -- Each message has a jump to an ancestor, so that a page far up a path is found in few steps (Myers 1983): two jumps of one
    -- length become one of twice the length.
    if up_depth - up_jump_depth = up_jump_depth - far_depth then
      up_jump := far; up_jump_depth := far_depth;
    else
      up_jump := parent; up_jump_depth := up_depth;
    end if;
  end if;
  insert into ccdag.messages
    values (in_session, in_id, parent, up_jump, up_jump_depth, next, new_depth, in_role, in_parts, in_meta, at, at, false);
  update ccdag.sessions s set next_seq = next + 1, last_id = in_id, updated_at = at where s.id = in_session;
  -- What follows a leaf takes its place; what follows another message is a leaf of its own.
  update ccdag.leaves l set message_id = in_id, seq = next, depth = new_depth, created_at = at
    where l.session_id = in_session and l.message_id = parent;
  if not found then insert into ccdag.leaves values (in_session, in_id, next, new_depth, at); end if;
  outcome := 'STORED';
end $$;
