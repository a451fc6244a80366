# Lines and letters that can be read on a light and on a dark page.
grey = '#808080'
set datafile separator ','
set border linecolor rgb grey
set xtics textcolor rgb grey nomirror
set ytics textcolor rgb grey nomirror
set key textcolor rgb grey
